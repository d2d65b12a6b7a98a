import { connect } from 'node:net';
import { createServer } from 'node:tls';
import { generate } from 'selfsigned';

/** A TLS proxy as it stands before a real deployment, with a certificate made for the occasion. */
export interface TlsProxy {
  readonly origin: string;
  /** Where it passes everything on to, on the loopback address. */
  aimAt(port: number): void;
  stop(): Promise<void>;
}

/** Starts one on a free loopback port. */
export async function startTlsProxy(): Promise<TlsProxy> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: '127.0.0.1' }]);
  let target = 0;
  const server = createServer({ key, cert }, (near) => {
    const far = connect(target, '127.0.0.1');
    near.on('error', () => far.destroy()).on('close', () => far.destroy());
    far.on('error', () => near.destroy()).on('close', () => near.destroy());
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    origin: `https://127.0.0.1:${port}`,
    aimAt: (chosen) => {
      target = chosen;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
