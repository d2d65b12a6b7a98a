import { BackupRefusal, END_OF_TABLE } from './format';

const LINE_BYTES_MAX = 1024 * 1024;
const END_AFTER_ROWS = Buffer.from(`\n${END_OF_TABLE}`);

/** Reads the text of a backup front to back, holding no more than a row and a chunk. */
export class BackupReader {
  #rest = Buffer.alloc(0);
  readonly #chunks: AsyncIterator<Buffer>;

  constructor(text: AsyncIterable<Buffer>) {
    this.#chunks = text[Symbol.asyncIterator]();
  }

  /** The next line without its end. */
  async line(): Promise<string> {
    for (;;) {
      const end = this.#rest.indexOf('\n');
      if (end >= 0) return this.#take(end + 1).toString('utf8', 0, end);
      if (this.#rest.length > LINE_BYTES_MAX || !(await this.#more())) throw damaged();
    }
  }

  /** The rows of the next table, in chunks of whole rows. */
  async *table(): AsyncGenerator<Buffer> {
    for (;;) {
      if (this.#rest.subarray(0, END_OF_TABLE.length).equals(Buffer.from(END_OF_TABLE))) {
        this.#take(END_OF_TABLE.length);
        return;
      }
      const end = this.#rest.indexOf(END_AFTER_ROWS);
      const rows = (end >= 0 ? end : this.#rest.lastIndexOf('\n')) + 1;
      if (rows > 0) yield this.#take(rows);
      else if (!(await this.#more())) throw damaged();
    }
  }

  /** Holds the file to its own end, checksum and length included. */
  async end(): Promise<void> {
    if (this.#rest.length > 0 || (await this.#more())) throw damaged();
  }

  #take(bytes: number): Buffer {
    const taken = this.#rest.subarray(0, bytes);
    this.#rest = this.#rest.subarray(bytes);
    return taken;
  }

  async #more(): Promise<boolean> {
    const { value, done } = await this.#chunks.next().catch((error) => {
      throw isGzipError(error) ? damaged() : error;
    });
    if (!done) this.#rest = Buffer.concat([this.#rest, value]);
    return !done;
  }
}

function isGzipError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}

function damaged(): BackupRefusal {
  return new BackupRefusal('the backup ends too early, or is damaged; nothing was restored');
}
