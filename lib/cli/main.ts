import { runCli } from './run-cli';

// A reader that has gone away, as `| head` does, is no failure.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  out: (text) => process.stdout.write(`${text}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
});
