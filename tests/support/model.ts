import type { Disposition, Outcome } from '@/lib/queue/attempt';
import { BACKOFF_SECONDS } from '@/lib/queue/backoff';

/** The lifecycle in memory, written from the specifications and sharing no decision with the store. */
export interface ModelTodo {
  readonly endpoint: number;
  readonly key: string | undefined;
  readonly maxAttempts: number;
  id: string;
  state: string;
  owner: number | undefined;
  attempt: number;
  parked: boolean;
  windowSeconds: number | undefined;
  due: boolean;
  lapsed: boolean;
  token: string | undefined;
  attempts: { seq: number; attempt: number; outcome: Outcome | null; disposition: Disposition | null }[];
}

export type Answer = 'ok' | 'conflict' | 'not_found';

/** Who calls: an endpoint, and which of its two agents. */
export interface Caller {
  readonly endpoint: number;
  readonly agent: number;
}

const HELD = ['claimed', 'input-required', 'auth-required'];

export class Model {
  readonly todos: ModelTodo[] = [];
  readonly revoked = new Set<number>();

  create(
    endpoint: number,
    key: string | undefined,
    maxAttempts: number,
  ): { todo: ModelTodo; created: boolean } | undefined {
    if (this.revoked.has(endpoint)) return undefined;
    const holder = this.todos.find(
      (todo) => key !== undefined && todo.key === key && todo.endpoint === endpoint && isLive(todo),
    );
    if (holder) return { todo: holder, created: false };
    const todo: ModelTodo = {
      endpoint,
      key,
      maxAttempts,
      id: '',
      state: 'pending',
      owner: undefined,
      attempt: 0,
      parked: false,
      windowSeconds: undefined,
      due: false,
      lapsed: false,
      token: undefined,
      attempts: [],
    };
    this.todos.push(todo);
    return { todo, created: true };
  }

  /** Whether a claim may take it: pending, a due retry, or a lapsed lease below the cap. */
  isClaimable(todo: ModelTodo): boolean {
    if (todo.state === 'pending') return true;
    if (todo.state === 'failed') return todo.parked && todo.due;
    return todo.state === 'claimed' && todo.lapsed && todo.attempt < todo.maxAttempts;
  }

  claim(todo: ModelTodo, caller: Caller): Answer {
    if (todo.endpoint !== caller.endpoint) return 'not_found';
    if (!this.isClaimable(todo)) return 'conflict';
    if (todo.state === 'claimed') close(todo, 'lease_expired', 'requeued');
    todo.attempt += 1;
    todo.attempts.push({ seq: todo.attempts.length + 1, attempt: todo.attempt, outcome: null, disposition: null });
    Object.assign(todo, {
      state: 'claimed',
      owner: caller.agent,
      parked: false,
      due: false,
      lapsed: false,
      windowSeconds: undefined,
      token: undefined,
    });
    return 'ok';
  }

  /** One of the reports and moves that only the holder may make. */
  asHolder(
    todo: ModelTodo,
    caller: Caller,
    token: string | undefined,
    from: readonly string[],
    act: () => void,
  ): Answer {
    if (todo.endpoint !== caller.endpoint) return 'not_found';
    if (!from.includes(todo.state) || todo.owner !== caller.agent || todo.token !== token) return 'conflict';
    act();
    return 'ok';
  }

  complete(todo: ModelTodo): void {
    close(todo, 'completed', 'done');
    end(todo, 'done');
  }

  fail(todo: ModelTodo): void {
    const parked = todo.attempt < todo.maxAttempts;
    close(todo, 'failed', parked ? 'retry_scheduled' : 'dead_lettered');
    end(todo, 'failed');
    todo.parked = parked;
    if (parked) todo.windowSeconds = BACKOFF_SECONDS[Math.min(todo.attempt, 6) - 1];
  }

  release(todo: ModelTodo): void {
    close(todo, 'released', 'requeued');
    requeue(todo);
  }

  retry(todo: ModelTodo, caller: Caller): Answer {
    if (todo.endpoint !== caller.endpoint) return 'not_found';
    const taken = this.todos.some(
      (other) =>
        other !== todo &&
        other.endpoint === todo.endpoint &&
        other.key !== undefined &&
        other.key === todo.key &&
        isLive(other),
    );
    if (todo.state !== 'failed' || this.revoked.has(todo.endpoint) || (taken && !todo.parked)) return 'conflict';
    requeue(todo);
    todo.attempt = 0;
    return 'ok';
  }

  cancel(todo: ModelTodo, caller: Caller): Answer {
    if (todo.endpoint !== caller.endpoint) return 'not_found';
    if (!isLive(todo)) return 'conflict';
    if (HELD.includes(todo.state)) close(todo, 'canceled', 'canceled');
    end(todo, 'canceled');
    return 'ok';
  }

  reject(todo: ModelTodo, caller: Caller): Answer {
    if (todo.endpoint !== caller.endpoint) return 'not_found';
    if (todo.state !== 'pending') return 'conflict';
    end(todo, 'rejected');
    return 'ok';
  }

  reap(): void {
    for (const todo of this.todos.filter(({ state, lapsed }) => state === 'claimed' && lapsed)) {
      const dead = todo.attempt >= todo.maxAttempts;
      close(todo, 'reaped', dead ? 'dead_lettered' : 'requeued');
      if (dead) end(todo, 'failed');
      else requeue(todo);
    }
  }

  requeueDue(): void {
    this.todos.filter(({ state, parked, due }) => state === 'failed' && parked && due).forEach(requeue);
  }

  revoke(endpoint: number): Answer {
    if (this.revoked.has(endpoint)) return 'not_found';
    this.revoked.add(endpoint);
    for (const todo of this.todos.filter((each) => each.endpoint === endpoint && isLive(each))) {
      if (HELD.includes(todo.state)) close(todo, 'revoked', 'dead_lettered');
      end(todo, 'failed');
    }
    return 'ok';
  }
}

function isLive(todo: ModelTodo): boolean {
  return todo.state === 'pending' || HELD.includes(todo.state) || (todo.state === 'failed' && todo.parked);
}

function close(todo: ModelTodo, outcome: Outcome, disposition: Disposition): void {
  Object.assign(todo.attempts.at(-1) ?? {}, { outcome, disposition });
}

function end(todo: ModelTodo, state: string): void {
  Object.assign(todo, { state, parked: false, due: false, lapsed: false, windowSeconds: undefined, token: undefined });
}

function requeue(todo: ModelTodo): void {
  end(todo, 'pending');
  todo.owner = undefined;
}
