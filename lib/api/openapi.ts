import { OpenAPIRegistry, OpenApiGeneratorV31, type RouteConfig } from '@asteasolutions/zod-to-openapi';
import type { Operation } from './operation';
import { OPERATIONS } from './operations/all';
import { error } from './shapes/error';

const BEARER = 'operatorToken';

const TAGS = [
  { name: 'endpoints', description: 'Credentials vended to agents.' },
  { name: 'hooks', description: 'Receivers that are told of todos.' },
  { name: 'todos', description: 'The work that they hold.' },
];

/** What may be refused before any verb runs, whatever was asked for. */
const REFUSALS: Readonly<Record<number, string>> = {
  400: 'The body cannot be read as JSON.',
  401: 'The operator token is missing, unknown or revoked.',
  408: 'The body did not arrive in time.',
  413: 'The body is too large.',
  415: 'The body is not application/json.',
  422: 'A field or a query parameter is unknown, missing or not valid.',
  429: 'Too many refused calls from this address; Retry-After says when to go on.',
  500: 'Something went wrong on our side.',
  503: 'The database is away; Retry-After says when to go on.',
};

/** The operator API as an OpenAPI 3.1 document, made from the schemas that check every call. */
export function openApiDocument(options: { readonly baseUrl: string; readonly version: string }) {
  const registry = new OpenAPIRegistry();
  registry.registerComponent('securitySchemes', BEARER, {
    type: 'http',
    scheme: 'bearer',
    description: "A human's operator token, sbo_…: minted by the CLI or on the Board.",
  });
  for (const operation of OPERATIONS) registry.registerPath(toPath(operation));
  return new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: {
      title: 'Switchboard operator API',
      version: options.version,
      description: 'What a human may do to their own endpoints and todos, for programs.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${options.baseUrl}/api/v1` }],
    security: [{ [BEARER]: [] }],
    tags: TAGS,
  });
}

function toPath(operation: Operation): RouteConfig {
  const { method, path, operationId, tag, summary, description, params, query, body } = operation;
  const hasFields = (schema: { readonly shape: object }) => Object.keys(schema.shape).length > 0;
  return {
    method,
    path,
    operationId,
    tags: [tag],
    summary,
    description,
    request: {
      ...(hasFields(params) && { params }),
      ...(hasFields(query) && { query }),
      ...(hasFields(body) && {
        body: { required: !body.safeParse({}).success, content: { 'application/json': { schema: body } } },
      }),
    },
    responses: { ...successes(operation), ...failures(operation) },
  };
}

function successes({ answers }: Operation): RouteConfig['responses'] {
  const entries = Object.entries(answers).map(([status, { description, schema }]) => {
    return [status, { description, content: { 'application/json': { schema } } }];
  });
  return Object.fromEntries(entries);
}

function failures({ method, refusals }: Operation): RouteConfig['responses'] {
  const bodyless = method === 'post' ? {} : { 400: undefined, 408: undefined, 413: undefined, 415: undefined };
  const all = { ...REFUSALS, ...bodyless, 404: refusals.not_found, 409: refusals.conflict };
  const entries = Object.entries(all).flatMap(([status, description]) => {
    return description === undefined
      ? []
      : [[status, { description, content: { 'application/json': { schema: error } } }]];
  });
  return Object.fromEntries(entries);
}
