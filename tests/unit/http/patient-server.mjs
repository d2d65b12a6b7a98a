// A bare HTTP server with short patience for slow clients, for a test that stops and continues it as a paused machine would.
import { createServer } from 'node:http';
import { importTypeScript } from '../../../scripts/setup/project.mjs';

const { closeSlowRequests } = await importTypeScript('lib/http/slow-requests.ts');
closeSlowRequests({ headMs: 1_000, bodyMs: 1_000, restMs: 1_000 });
const server = createServer((request, response) => {
  request.on('data', () => {}).on('end', () => response.end('served'));
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
