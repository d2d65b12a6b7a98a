/** One HTTP call as the operator API sees it, whatever host brought it. */
export interface ApiRequest {
  readonly method: string;
  /** Below `/api/v1`, as in the URL: `/todos/td_…`. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** The value of a header by its lower-case name. */
  readonly header: (name: string) => string | undefined;
  readonly body: AsyncIterable<Uint8Array> | undefined;
  /** The client's address, as far as the configuration lets it be believed. */
  readonly address: string;
}

/** An answer in plain values; `body` is JSON. */
export interface ApiAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
