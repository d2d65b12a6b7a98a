import { describeFailure, Refused } from '@/lib/cli/failures';
import { type Operator, withOperator } from '@/lib/cli/operator';
import { runCli } from '@/lib/cli/run-cli';
import { ensureFirstHuman } from '@/lib/store/humans/ensure-first-human';
import { completes, deadLetters, diesAndIsReaped, failsAndRetries, type Stage } from './story';
import { aside, chapter, done } from './tell';

const note = (line: string) => console.error(`! ${line}`);

try {
  await withOperator(process.env, { anySchema: false, note }, playDemo);
} catch (error) {
  console.error(`\n✗ ${describeFailure(error).message}`);
  process.exitCode = 1;
}

async function playDemo(operator: Operator): Promise<void> {
  const { baseUrl } = operator.config;
  await assertServing(baseUrl);
  console.log(`Demo against ${baseUrl}`);
  const stage = await setStage(operator);
  const links = {
    'completed after five deliveries': await completes(stage),
    'failed, retried, completed': await failsAndRetries(stage),
    'failed at the cap, a dead letter': await deadLetters(stage),
    'died, reaped, completed by another': await diesAndIsReaped(stage),
  };
  chapter('All of it happened as it must');
  for (const [what, link] of Object.entries(links)) console.log(`  ${what.padEnd(36)}${link}`);
}

async function setStage(operator: Operator): Promise<Stage> {
  chapter('A human vends an endpoint and gives GitHub a webhook');
  const human = await ensureFirstHuman(operator.db);
  const vended = await cli('endpoint', 'vend', '--human', human.id, '--name', 'demo', '--queues', 'demo');
  const endpoint = { id: String(vended.endpoint_id), token: String(vended.token), mcpUrl: String(vended.mcp_url) };
  done(`endpoint ${endpoint.id} of ${human.email}, granted the queue demo`);
  const made = await cli('webhook', 'create', '--endpoint', endpoint.id, '--queue', 'demo', '--type', 'github');
  done('a webhook of type github, with a signing secret');
  aside(`agents connect to ${endpoint.mcpUrl}`);
  return { operator, endpoint, webhook: { url: String(made.url), secret: String(made.secret) }, cli };
}

/** Runs a command of the operator CLI on the same database. */
async function cli(...words: string[]): Promise<Record<string, unknown>> {
  let out = '';
  let problem = '';
  const code = await runCli([...words, '--json'], {
    env: process.env,
    out: (text) => {
      out = text;
    },
    err: (line) => {
      problem = line;
    },
  });
  if (code !== 0) throw new Refused('invalid', problem.replace('switchboard: ', ''));
  return JSON.parse(out) as Record<string, unknown>;
}

async function assertServing(baseUrl: string): Promise<void> {
  const answer = await fetch(`${baseUrl}/readyz`).catch(() => undefined);
  if (answer?.ok) return;
  const found = answer === undefined ? 'nothing answers' : `the server is not ready (${answer.status})`;
  throw new Refused(
    'unavailable',
    `${found} at ${baseUrl}: run npm start in another terminal, or set PORT or SWITCHBOARD_BASE_URL as there`,
  );
}
