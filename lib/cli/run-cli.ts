import manifest from '../../package.json';
import { backupCommands } from './backup';
import type { Arguments, Command, Result } from './command';
import { doctor } from './doctor/doctor';
import { endpointCommands } from './endpoint';
import { describeFailure, EXIT_REFUSED, EXIT_USAGE, type Failure, UsageError } from './failures';
import { commandHelp, listHelp } from './help';
import { hookCommands } from './hook';
import { humanCommands } from './human';
import { loginLink } from './login-link';
import { migrate } from './migrate';
import { withOperator } from './operator';
import { parseCall } from './parse';
import { renderText } from './render';
import { sweep } from './sweep';
import { todoCommands } from './todo';
import { tokenCommands } from './token';
import { webhookCommands } from './webhook';

/** Where a run of the CLI reads and writes. */
export interface Console {
  readonly env: NodeJS.ProcessEnv;
  /** One document: the result, or the help that was asked for. */
  readonly out: (text: string) => void;
  /** Everything else. */
  readonly err: (line: string) => void;
}

const COMMANDS: readonly Command[] = [
  ...humanCommands,
  loginLink,
  ...tokenCommands,
  ...endpointCommands,
  ...webhookCommands,
  ...hookCommands,
  ...todoCommands,
  sweep,
  migrate,
  ...backupCommands,
  doctor,
];
const TITLE = 'The operator CLI of Switchboard: works on DATABASE_URL, or on the running embedded database';

/** From nothing to a todo that an agent can claim. */
const FIRST_STEPS = [
  'human create --email ada@example.com',
  'login-link --human ada@example.com',
  'endpoint vend --human ada@example.com --name laptop --queues ci',
  'webhook create --endpoint ID --queue ci --type github',
  'todo create --endpoint ID --queue ci --title "Fix the flaky deploy test"',
  'todo list --state dead_letter --json',
];

/**
 * Runs one command line.
 * @param words what follows `npm run switchboard --`
 * @returns the exit code: 0 done, 1 refused, 2 not understood
 */
export async function runCli(words: readonly string[], console: Console): Promise<number> {
  try {
    const command = findCommand(words);
    if (command === undefined) return answerWithoutCommand(words, console);
    const { help, json, args } = parseCall(command, words.slice(command.name.split(' ').length));
    if (help) {
      console.out(commandHelp(command));
      return 0;
    }
    const result = await runCommand(command, args, console);
    console.out(json ? JSON.stringify(result) : renderText(result));
    return 'isFailure' in command && command.isFailure(result) ? EXIT_REFUSED : 0;
  } catch (error) {
    return fail(describeFailure(error), words, console);
  }
}

function runCommand(command: Command, args: Arguments, { env, err }: Console): Promise<Result> {
  if ('runAlone' in command) return command.runAlone({ env }, args);
  const options = { anySchema: command.anySchema === true, note: err };
  return withOperator(env, options, (operator) => command.run(operator, args));
}

function findCommand([first, second]: readonly string[]): Command | undefined {
  return COMMANDS.find(({ name }) => name === first || name === `${first} ${second}`);
}

/** Help for a noun or for all, where that was asked for; else says what is missing. */
function answerWithoutCommand(words: readonly string[], console: Console): number {
  const [noun = '', verb = ''] = words.filter((word) => !word.startsWith('-'));
  const ofNoun = COMMANDS.filter(({ name }) => name.startsWith(`${noun} `));
  if (words.includes('--version')) {
    console.out(words.includes('--json') ? JSON.stringify({ version: manifest.version }) : manifest.version);
    return 0;
  }
  const wantsHelp = words.some((word) => word === '--help' || word === '-h');
  if (wantsHelp && (noun === '' || ofNoun.length > 0)) {
    console.out(noun === '' ? listHelp(TITLE, COMMANDS, FIRST_STEPS) : listHelp(`Commands of ${noun}`, ofNoun));
    return 0;
  }
  if (noun === '') throw new UsageError(`a command is missing: one of ${nouns().join(', ')}`);
  if (ofNoun.length === 0) throw new UsageError(`there is no command "${noun}": the nouns are ${nouns().join(', ')}`);
  const verbs = ofNoun.map(({ name }) => name.slice(noun.length + 1)).join(', ');
  throw new UsageError(
    verb === '' ? `${noun} needs a verb: ${verbs}` : `${noun} has no verb "${verb}": it has ${verbs}`,
  );
}

function nouns(): string[] {
  return [...new Set(COMMANDS.map(({ name }) => name.split(' ', 1).join('')))];
}

function fail({ exitCode, code, message }: Failure, words: readonly string[], console: Console): number {
  const document: Result = { error: { code, message } };
  if (words.includes('--json')) console.out(JSON.stringify(document));
  console.err(`switchboard: ${message}`);
  if (exitCode === EXIT_USAGE)
    console.err(`Help: npm run switchboard -- ${findCommand(words)?.name ?? ''} --help`.replace('  ', ' '));
  return exitCode;
}
