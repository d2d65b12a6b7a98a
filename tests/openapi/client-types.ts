import openapiTS, { astToString } from 'openapi-typescript';

/** The types of a client, out of an OpenAPI document. */
export async function clientTypes(document: unknown): Promise<string> {
  return astToString(await openapiTS(JSON.stringify(document)));
}
