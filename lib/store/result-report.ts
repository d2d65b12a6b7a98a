import type { Db } from '../db/connection';
import { parseReport, type Report, type ReportInput } from '../queue/report';

/** What complete and fail take: the report, the fence, and the result as clean JSON text. */
export interface ResultInput extends ReportInput {
  readonly id: string;
  readonly leaseToken?: string | undefined;
  readonly resultText?: string | undefined;
}

/**
 * The report of a call that also carries a result, which stands in for a missing summary only where the operator opted in
 * (SPEC-0034 REQ-5).
 * @throws QueueError `invalid` naming `artifact`
 */
export function parseResultReport(db: Db, operation: string, input: ResultInput): Report {
  return parseReport(operation, input, db.settings.attemptSummaryFromResult ? input.resultText : undefined);
}
