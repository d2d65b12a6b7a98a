// An instance that is killed outright: by itself right after a commit, or by its test in the middle of a call.
import { parseConfig } from '@/lib/config';
import { createDb } from '@/lib/db/connection';
import { HookSender } from '@/lib/hooks/sender';
import { createLog } from '@/lib/log';
import { createTodo } from '@/lib/store/create-todo';

const [moment, endpointId = ''] = process.argv.slice(2);
const { config } = parseConfig(process.env);
const dieAtOnce = () => process.kill(process.pid, 'SIGKILL');
const db = createDb(config.databaseUrl ?? '', config, moment === 'after-commit' ? dieAtOnce : undefined);

if (moment === 'after-commit') {
  const input = { operation: 'create_todo', source: 'api', queue: 'ci', title: 'Told of after a crash' };
  await createTodo(db, { endpointId }, input);
} else {
  const sender = new HookSender({ db, config, log: createLog('silent'), onCall: () => {} });
  await sender.run(new AbortController().signal);
}
