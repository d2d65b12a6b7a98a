export interface StopRequests {
  readonly signal: AbortSignal;
  readonly forced: AbortSignal;
}
export function stopRequests(): StopRequests;
