import { invalid } from './errors';

export const SUMMARY_MAX_BYTES = 2048;
export const ARTIFACT_MAX_BYTES = 512;
export const CLAIMANT_MAX_BYTES = 128;

/** What a worker says when its attempt ends. */
export interface ReportInput {
  readonly summary?: string | undefined;
  readonly artifact?: string | undefined;
}

/** A report as it is stored (SPEC-0034 REQ-5). */
export interface Report {
  readonly summary: string | null;
  readonly summaryTruncated: boolean;
  readonly artifact: string | null;
}

/**
 * Brings a report into its stored form: the summary is cut to 2,048 bytes on a character boundary, the artifact is checked.
 * @param operation the verb, for the error
 * @param resultText compact JSON of `result`, where the operator lets it stand in for a missing summary
 * @throws QueueError `invalid` naming `artifact`
 */
export function parseReport(operation: string, input: ReportInput, resultText?: string): Report {
  const artifact = input.artifact === undefined ? null : parseArtifact(operation, input.artifact);
  const given = input.summary ?? resultText;
  if (given === undefined) return { summary: null, summaryTruncated: false, artifact };
  const clean = replaceUnstorable(given);
  const summary = cutToBytes(clean, SUMMARY_MAX_BYTES);
  return { summary, summaryTruncated: summary.length < clean.length, artifact };
}

/** The claimant label as stored: without control characters, cut to 128 bytes; null when nothing is left (SPEC-0034 REQ-5). */
export function parseClaimant(label: string | undefined): string | null {
  if (label === undefined) return null;
  const clean = replaceUnstorable(label.replace(/\p{Cc}/gu, ''));
  return cutToBytes(clean, CLAIMANT_MAX_BYTES) || null;
}

/** Text that PostgreSQL can store: NUL and lone surrogates become U+FFFD, so that no report is ever refused for them. */
export function replaceUnstorable(text: string): string {
  return text.replaceAll('\u0000', '\ufffd').replace(LONE_SURROGATE, '\ufffd');
}

const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** The longest prefix of whole characters that fits into `maxBytes` of UTF-8. */
export function cutToBytes(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return text;
  let end = maxBytes;
  while (end > 0 && isContinuation(bytes[end])) end -= 1;
  return bytes.toString('utf8', 0, end);
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

const CAIRN_ARTIFACT = /^mcp:\/\/cairn\/[A-Za-z0-9_-]{1,64}$/;
/** What an artifact looks like, for clients that check before they send; the rest is checked here. */
export const ARTIFACT_PATTERN = `^(?:[Hh][Tt][Tt][Pp][Ss]://[^\\s/\\\\"'<>\`][^\\s\\\\"'<>\`]*|mcp://cairn/[A-Za-z0-9_-]{1,64})$`;

const ARTIFACT_REMEDY = 'must be an absolute https URL or mcp://cairn/<id>, at most 512 bytes';

function parseArtifact(operation: string, artifact: string): string {
  const fits = Buffer.byteLength(artifact) <= ARTIFACT_MAX_BYTES;
  if (fits && (CAIRN_ARTIFACT.test(artifact) || isHttpsUrl(artifact))) return artifact;
  throw invalid(operation, 'artifact', ARTIFACT_REMEDY);
}

/**
 * Whether a text is an absolute https URL that may become a link. What a URL parser would silently repair (white space,
 * control characters, backslashes, missing slashes) is refused, so that stored text and followed link are the same.
 */
export function isHttpsUrl(text: string): boolean {
  return /^https:\/\/(?!\/)[^\s\p{C}\\"'<>`]+$/iu.test(text) && URL.canParse(text);
}
