import { Agent } from './agent';

// The worker that is killed: claims one todo, says so, proves once that it is alive, and then works for ever.
const [mcpUrl = '', leaseTtlSeconds = ''] = process.argv.slice(2);
const agent = await Agent.connect(mcpUrl, process.env.DEMO_TOKEN ?? '', `worker process ${process.pid}`);
const claimed = await agent.claimNext({ lease_ttl_seconds: Number(leaseTtlSeconds) });
await agent.heartbeat(claimed, Number(leaseTtlSeconds));
process.stdout.write(`${claimed.todo.id}\n`);
setInterval(() => {}, 60_000);
