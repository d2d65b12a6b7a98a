import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { githubIdentity, readGitHubProfile } from '@/lib/auth/session-github';

const TOKEN = 'gho_token';
let answers: Record<string, { status: number; body: unknown }> = {};
let server: Server;
let api: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    const isAuthorized = request.headers.authorization === `Bearer ${TOKEN}`;
    const { status, body } = (isAuthorized && answers[request.url ?? '']) || { status: 401, body: {} };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  api = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
});

afterAll(() => server.close());

const ok = (body: unknown) => ({ status: 200, body });
const USER = { id: 583_231, login: 'octocat', name: 'The Octocat', email: 'typed@example.test' };
const identity = async () => githubIdentity(await readGitHubProfile(api, TOKEN));

describe('who GitHub says it is', () => {
  it('is the number, with the primary email if that is verified', async () => {
    answers = {
      '/user': ok(USER),
      '/user/emails': ok([
        { email: 'other@example.test', primary: false, verified: true },
        { email: 'octo@example.test', primary: true, verified: true },
      ]),
    };
    expect(await identity()).toEqual({
      issuer: 'https://github.com',
      subject: '583231',
      verifiedEmail: 'octo@example.test',
      name: 'The Octocat',
    });
  });

  it('has no email when the primary one is not verified, whatever the profile shows', async () => {
    answers = {
      '/user': ok({ ...USER, name: null }),
      '/user/emails': ok([{ email: 'typed@example.test', primary: true, verified: false }]),
    };
    expect(await identity()).toMatchObject({ verifiedEmail: undefined, name: 'octocat' });
  });

  it('is nobody when GitHub refuses or answers something else', async () => {
    answers = { '/user': ok(USER), '/user/emails': { status: 403, body: {} } };
    await expect(identity()).rejects.toThrow('403');
    answers = { '/user': ok({ login: 'x' }), '/user/emails': ok([]) };
    await expect(identity()).rejects.toThrow();
  });
});
