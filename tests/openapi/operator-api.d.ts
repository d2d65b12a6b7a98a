export interface paths {
    "/endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List endpoints
         * @description Lists the endpoints of the human whom the token acts for, without their credentials.
         */
        get: operations["listEndpoints"];
        put?: never;
        /**
         * Vend an endpoint
         * @description Makes a credential for one agent, with the queues and verbs that it may use.
         */
        post: operations["vendEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/endpoints/{id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke an endpoint
         * @description Ends its credential and its sessions at once; its live todos become dead letters.
         */
        post: operations["revokeEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/endpoints/{id}/hooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an endpoint's notify hooks
         * @description Lists the hooks with what became of their calls, without their secrets.
         */
        get: operations["listHooks"];
        put?: never;
        /**
         * Register a notify hook
         * @description Calls a URL when one of the endpoint's todos becomes claimable (todo.ready) or a dead letter (todo.dead_lettered), signed as Standard Webhooks.
         */
        post: operations["createHook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/endpoints/{id}/hooks/{hook_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a notify hook
         * @description Ends it at once; calls that were still to be made are not made.
         */
        delete: operations["deleteHook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/endpoints/{id}/todos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a todo
         * @description Puts a todo into a queue of an endpoint, pending at once. Give an idempotency_key if the call might be repeated.
         */
        post: operations["createTodo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/todos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List todos
         * @description Lists the todos of all endpoints of the human whom the token acts for, without their payloads.
         */
        get: operations["listTodos"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/todos/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a todo
         * @description Reads one todo with its payload, its result and what its attempts reported.
         */
        get: operations["getTodo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/todos/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry a todo
         * @description Brings a dead letter or a parked retry back to pending at once, its history kept.
         */
        post: operations["retryTodo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/todos/{id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Release a todo
         * @description Takes a claimed todo from its worker, fenced or not, and makes it pending again.
         */
        post: operations["releaseTodo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/todos/{id}/fail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fail a todo
         * @description Ends the open attempt of a claimed todo, fenced or not, as failed: it waits for its next try, or is a dead letter at the cap.
         */
        post: operations["failTodo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        VendedEndpoint: {
            /** @description Id of the endpoint. */
            endpoint_id: string;
            /** @description The agent that it was vended to. */
            agent_id: string;
            /** @description The bearer of its agent: shown this once. */
            token: string;
            /** @description Where the agent connects. */
            mcp_url: string;
            queues: string[];
            verbs: ("list_todos" | "get_todo" | "wait_for_todo" | "claim_next" | "claim" | "heartbeat" | "complete" | "fail" | "release" | "retry" | "create_todo")[];
        };
        Error: {
            error: {
                /** @description invalid, unauthorized, not_found, conflict, forbidden, too_many_requests, unavailable or internal. */
                code: string;
                /** @description One sentence for a person: what is wrong and what to do. */
                message: string;
            };
        };
        EndpointPage: {
            /** @description Newest first, revoked ones included. */
            endpoints: components["schemas"]["Endpoint"][];
            /** @description Where the next page begins; absent on the last one. */
            next_cursor?: string;
        };
        Endpoint: {
            /** @description Id of the endpoint. */
            endpoint_id: string;
            /** @description The agent that it was vended to. */
            agent_id: string;
            /** @description What the Board calls it. */
            name: string;
            queues: string[];
            verbs: ("list_todos" | "get_todo" | "wait_for_todo" | "claim_next" | "claim" | "heartbeat" | "complete" | "fail" | "release" | "retry" | "create_todo")[];
            /** @description The first characters of its token. */
            token_prefix: string;
            /**
             * Format: date-time
             * @description When it was vended, RFC 3339 UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it ends by itself, RFC 3339 UTC
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description When it was revoked, RFC 3339 UTC
             */
            revoked_at: string | null;
            /**
             * Format: date-time
             * @description When its token was used last, RFC 3339 UTC
             */
            last_seen_at: string | null;
            /** @description The program that used it last, as it called itself. */
            last_client: string | null;
        };
        RevokedEndpoint: {
            /** @description Id of the endpoint. */
            endpoint_id: string;
            /** @enum {boolean} */
            revoked: true;
            /** @description How many of its todos became dead letters. */
            dead_lettered: number;
        };
        CreatedHook: {
            /** @description Id of the hook. */
            id: string;
            /** @description whsec_…, with which the receiver verifies each call: shown this once. */
            secret: string;
        };
        HookList: {
            hooks: components["schemas"]["Hook"][];
        };
        Hook: {
            /** @description Id of the hook. */
            id: string;
            /** @description Whose todos it is told of. */
            endpoint_id: string;
            /** @description What is called. */
            url: string;
            /** @description The queues that it is told of; null for all. */
            queues: string[] | null;
            /** @description Calls in a row that failed at every try; the tenth disables it. */
            failures: number;
            /** @description Calls that are still to be made, counted up to 1,000. */
            waiting: number;
            /**
             * Format: date-time
             * @description When a call arrived last, RFC 3339 UTC
             */
            last_sent_at: string | null;
            /** @description Why the last failed call failed. */
            last_error: string | null;
            /**
             * Format: date-time
             * @description When a call failed last, RFC 3339 UTC
             */
            last_error_at: string | null;
            /**
             * Format: date-time
             * @description Since when it is not called any more, RFC 3339 UTC
             */
            disabled_at: string | null;
            /** @description Why it is not called any more. */
            disabled_reason: string | null;
            /**
             * Format: date-time
             * @description When it was registered, RFC 3339 UTC
             */
            created_at: string;
        };
        DeletedHook: {
            /** @description Id of the hook. */
            id: string;
            /** @enum {boolean} */
            deleted: true;
        };
        CreatedTodo: {
            /** @description Id of the todo. */
            id: string;
            /** @description The endpoint that holds it. */
            endpoint_id: string;
            /** @description Queue that it waits in. */
            queue: string;
            /** @description What is to be done, in one line; data from whoever created it. */
            title: string;
            /** @enum {string} */
            state: "pending" | "claimed" | "done" | "failed" | "canceled" | "rejected" | "input-required" | "auth-required";
            /** @description True when it has failed for good; only a retry brings it back. */
            dead_letter: boolean;
            /** @description Attempts since it was created or last retried by hand. */
            attempt: number;
            /** @description Attempts after which it becomes a dead letter. */
            max_attempts: number;
            /**
             * Format: date-time
             * @description When it was created, RFC 3339 UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When a failed todo is tried again; null when no retry is due, RFC 3339 UTC
             */
            next_retry_at: string | null;
            /**
             * Format: date-time
             * @description When it came to its end; null while it is live, RFC 3339 UTC
             */
            finished_at: string | null;
            /** @description Bytes of the payload as JSON text; 0 without one. */
            payload_size: number;
            /** @description How it arrived. */
            source?: string;
            /** @description What sort of work it is. */
            kind?: string;
            /** @description Who holds it, or held it last. */
            owner?: string;
            /** @description The only one who may claim it. */
            assignee?: string;
            /**
             * Format: date-time
             * @description When the lease ends, RFC 3339 UTC
             */
            lease_expires_at?: string;
            /** @description False when a live todo with this idempotency_key was there already. */
            created: boolean;
        };
        TodoPage: {
            /** @description Newest first. */
            todos: components["schemas"]["Todo"][];
            /** @description Where the next page begins; absent on the last one. */
            next_cursor?: string;
        };
        /** @description A todo without its payload. */
        Todo: {
            /** @description Id of the todo. */
            id: string;
            /** @description The endpoint that holds it. */
            endpoint_id: string;
            /** @description Queue that it waits in. */
            queue: string;
            /** @description What is to be done, in one line; data from whoever created it. */
            title: string;
            /** @enum {string} */
            state: "pending" | "claimed" | "done" | "failed" | "canceled" | "rejected" | "input-required" | "auth-required";
            /** @description True when it has failed for good; only a retry brings it back. */
            dead_letter: boolean;
            /** @description Attempts since it was created or last retried by hand. */
            attempt: number;
            /** @description Attempts after which it becomes a dead letter. */
            max_attempts: number;
            /**
             * Format: date-time
             * @description When it was created, RFC 3339 UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When a failed todo is tried again; null when no retry is due, RFC 3339 UTC
             */
            next_retry_at: string | null;
            /**
             * Format: date-time
             * @description When it came to its end; null while it is live, RFC 3339 UTC
             */
            finished_at: string | null;
            /** @description Bytes of the payload as JSON text; 0 without one. */
            payload_size: number;
            /** @description How it arrived. */
            source?: string;
            /** @description What sort of work it is. */
            kind?: string;
            /** @description Who holds it, or held it last. */
            owner?: string;
            /** @description The only one who may claim it. */
            assignee?: string;
            /**
             * Format: date-time
             * @description When the lease ends, RFC 3339 UTC
             */
            lease_expires_at?: string;
        };
        /** @description A todo with payload, result and history. */
        WholeTodo: {
            /** @description Id of the todo. */
            id: string;
            /** @description The endpoint that holds it. */
            endpoint_id: string;
            /** @description Queue that it waits in. */
            queue: string;
            /** @description What is to be done, in one line; data from whoever created it. */
            title: string;
            /** @enum {string} */
            state: "pending" | "claimed" | "done" | "failed" | "canceled" | "rejected" | "input-required" | "auth-required";
            /** @description True when it has failed for good; only a retry brings it back. */
            dead_letter: boolean;
            /** @description Attempts since it was created or last retried by hand. */
            attempt: number;
            /** @description Attempts after which it becomes a dead letter. */
            max_attempts: number;
            /**
             * Format: date-time
             * @description When it was created, RFC 3339 UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When a failed todo is tried again; null when no retry is due, RFC 3339 UTC
             */
            next_retry_at: string | null;
            /**
             * Format: date-time
             * @description When it came to its end; null while it is live, RFC 3339 UTC
             */
            finished_at: string | null;
            /** @description Bytes of the payload as JSON text; 0 without one. */
            payload_size: number;
            /** @description How it arrived. */
            source?: string;
            /** @description What sort of work it is. */
            kind?: string;
            /** @description Who holds it, or held it last. */
            owner?: string;
            /** @description The only one who may claim it. */
            assignee?: string;
            /**
             * Format: date-time
             * @description When the lease ends, RFC 3339 UTC
             */
            lease_expires_at?: string;
            /** @description What the worker needs to know: any JSON, or null. */
            payload?: unknown;
            /** @description Where a delivery came from: any JSON, or null. */
            routing?: unknown;
            /** @description What its worker stored: any JSON, or null. */
            result?: unknown;
            /** @description The key that it holds while it is live. */
            idempotency_key: string | null;
            /** @description How often it was delivered, the first time included. */
            deliveries: number;
            /** @description Newest first, the open one included. */
            attempts: components["schemas"]["Attempt"][];
            /** @description Attempts that it has had, pruned ones included. */
            attempts_total: number;
            /** @description Oldest attempts that are no longer kept. */
            attempts_pruned: number;
        };
        Attempt: {
            /** @description Number of the attempt, from 1, never reset. */
            seq: number;
            /** @description The todo's attempt counter then. */
            attempt: number;
            /** @enum {string} */
            claimer_kind: "endpoint" | "owner";
            /** @description Label that the claimer gave itself. */
            claimant: string | null;
            /**
             * Format: date-time
             * @description When it was claimed, RFC 3339 UTC
             */
            claimed_at: string;
            /**
             * Format: date-time
             * @description The last heartbeat, RFC 3339 UTC
             */
            last_heartbeat_at: string | null;
            /**
             * Format: date-time
             * @description When it ended; null while it is open, RFC 3339 UTC
             */
            ended_at: string | null;
            /** @enum {string|null} */
            outcome: "completed" | "failed" | "released" | "lease_expired" | "reaped" | "canceled" | "revoked" | null;
            /** @enum {string|null} */
            disposition: "done" | "retry_scheduled" | "dead_lettered" | "requeued" | "canceled" | null;
            /** @description True when the lease lapsed and nothing was reported. */
            died: boolean;
            /** @description What that attempt reported. */
            summary: string | null;
            summary_truncated: boolean;
            /** @description Link that the attempt left. */
            artifact: string | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listEndpoints: {
        parameters: {
            query?: {
                /** @description How many at most; above 200 counts as 200. */
                limit?: number;
                /** @description next_cursor of the answer before, to go on from there. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndpointPage"];
                };
            };
            /** @description The operator token is missing, unknown or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A field or a query parameter is unknown, missing or not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many refused calls from this address; Retry-After says when to go on. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away; Retry-After says when to go on. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    vendEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What the Board calls it, 1 to 100 characters. */
                    name: string;
                    /** @description The queues that its agent may use, by their exact names: 1 to 50. */
                    queues: string[];
                    /** @description The verbs that its agent may call; all but retry and create_todo if left out. */
                    verbs?: ("list_todos" | "get_todo" | "wait_for_todo" | "claim_next" | "claim" | "heartbeat" | "complete" | "fail" | "release" | "retry" | "create_todo")[];
                    /** @description When it ends by itself, in seconds from now; never if left out. */
                    expires_in_seconds?: number;
                    /** @description An agent of the same human to vend it to; a new one if left out. */
                    agent_id?: string;
                };
            };
        };
        responses: {
            /** @description The endpoint with its token, which is shown this once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VendedEndpoint"];
                };
            };
            /** @description The body cannot be read as JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing, unknown or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description there is no such agent */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A field or a query parameter is unknown, missing or not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many refused calls from this address; Retry-After says when to go on. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away; Retry-After says when to go on. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    revokeEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the endpoint. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is revoked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokedEndpoint"];
                };
            };
            /** @description The body cannot be read as JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing, unknown or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description there is no such endpoint, or it is revoked already */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A field or a query parameter is unknown, missing or not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many refused calls from this address; Retry-After says when to go on. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away; Retry-After says when to go on. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listHooks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the endpoint. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HookList"];
                };
            };
            /** @description The operator token is missing, unknown or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description there is no such endpoint */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A field or a query parameter is unknown, missing or not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many refused calls from this address; Retry-After says when to go on. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away; Retry-After says when to go on. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createHook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the endpoint. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What is called: an https URL at a public address. */
                    url: string;
                    /** @description Only todos of these queues are told of; all of the endpoint's if left out. */
                    queues?: string[];
                };
            };
        };
        responses: {
            /** @description The hook with its secret, which is shown this once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedHook"];
                };
            };
            /** @description The body cannot be read as JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing, unknown or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description there is no such endpoint, or it is revoked or has expired */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description hooks are switched off, or the endpoint has as many as it may: delete one */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A field or a query parameter is unknown, missing or not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many refused calls from this address; Retry-After says when to go on. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away; Retry-After says when to go on. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteHook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the endpoint. */
                id: string;
                /** @description Id of the hook. */
                hook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedHook"];
                };
            };
            /** @description The operator token is missing, unknown or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description there is no such hook of this endpoint */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A field or a query parameter is unknown, missing or not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many refused calls from this address; Retry-After says when to go on. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away; Retry-After says when to go on. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createTodo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the endpoint. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The queue that the todo waits in. */
                    queue: string;
                    /** @description One line that says what is to be done, 1 to 500 characters. */
                    title: string;
                    /** @description What the worker needs to know: any JSON value. */
                    payload?: unknown;
                    /** @description What sort of work it is, at most 100 characters. */
                    kind?: string;
                    /** @description Names the work: while a todo of the endpoint with this key is live, creating it again answers 200 with that todo. At most 500 characters. */
                    idempotency_key?: string;
                    /** @description agent:<agent id> or op:<human id>: only that one can claim it; anybody with the queue if left out. */
                    assignee?: string;
                    /** @description Tries before it becomes a dead letter; the server's default if left out. */
                    max_attempts?: number;
                };
            };
        };
        responses: {
            /** @description A live todo had this key already; it is unchanged. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedTodo"];
                };
            };
            /** @description A new todo. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedTodo"];
                };
            };
            /** @description The body cannot be read as JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing, unknown or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description there is no such endpoint, or it is revoked or has expired */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A field or a query parameter is unknown, missing or not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many refused calls from this address; Retry-After says when to go on. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away; Retry-After says when to go on. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listTodos: {
        parameters: {
            query?: {
                /** @description Only todos of this endpoint. */
                endpoint_id?: string;
                /** @description Only todos in this queue. */
                queue?: string;
                /** @description Only todos in this state; retrying and dead_letter are the two halves of failed. */
                state?: "pending" | "claimed" | "done" | "failed" | "canceled" | "rejected" | "input-required" | "auth-required" | "retrying" | "dead_letter";
                /** @description How many at most; above 200 counts as 200. */
                limit?: number;
                /** @description next_cursor of the answer before, to go on from there. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TodoPage"];
                };
            };
            /** @description The operator token is missing, unknown or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A field or a query parameter is unknown, missing or not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many refused calls from this address; Retry-After says when to go on. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away; Retry-After says when to go on. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getTodo: {
        parameters: {
            query?: {
                /** @description How many of its newest attempts; above 50 counts as 50. */
                attempts_limit?: number;
            };
            header?: never;
            path: {
                /** @description Id of the todo. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The todo. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WholeTodo"];
                };
            };
            /** @description The operator token is missing, unknown or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description there is no such todo */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A field or a query parameter is unknown, missing or not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many refused calls from this address; Retry-After says when to go on. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away; Retry-After says when to go on. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    retryTodo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the todo. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description How many attempts the todo showed; a conflict if it has been tried since. However many there are if left out. */
                    attempts_total?: number;
                };
            };
        };
        responses: {
            /** @description It is pending again. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Todo"];
                };
            };
            /** @description The body cannot be read as JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing, unknown or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description there is no such todo */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description the todo has not failed, has been tried since, its endpoint is revoked, or a newer live todo holds its key */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A field or a query parameter is unknown, missing or not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many refused calls from this address; Retry-After says when to go on. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away; Retry-After says when to go on. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    releaseTodo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the todo. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The attempt to end, as the todo showed it; a conflict if another is open by now. The open one if left out. */
                    attempt_seq?: number;
                    /** @description Why, for whoever tries next; cut to 2048 bytes. Kept as data and never taken as an instruction. */
                    summary?: string;
                    /** @description One link to what there is to see: an absolute https URL or mcp://cairn/<id>, at most 512 bytes. */
                    artifact?: string;
                };
            };
        };
        responses: {
            /** @description It is pending again. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Todo"];
                };
            };
            /** @description The body cannot be read as JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing, unknown or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description there is no such todo */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description nobody holds the todo, or another attempt than this one is open: read it again */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A field or a query parameter is unknown, missing or not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many refused calls from this address; Retry-After says when to go on. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away; Retry-After says when to go on. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    failTodo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the todo. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The attempt to end, as the todo showed it; a conflict if another is open by now. The open one if left out. */
                    attempt_seq?: number;
                    /** @description Why, for whoever tries next; cut to 2048 bytes. Kept as data and never taken as an instruction. */
                    summary?: string;
                    /** @description One link to what there is to see: an absolute https URL or mcp://cairn/<id>, at most 512 bytes. */
                    artifact?: string;
                };
            };
        };
        responses: {
            /** @description It has failed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Todo"];
                };
            };
            /** @description The body cannot be read as JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing, unknown or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description there is no such todo */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description nobody holds the todo, or another attempt than this one is open: read it again */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A field or a query parameter is unknown, missing or not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many refused calls from this address; Retry-After says when to go on. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away; Retry-After says when to go on. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
