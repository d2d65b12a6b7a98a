import type { EndpointCard } from '@/lib/board/endpoint-cards';
import { CopyButton } from './copy-button';
import styles from './endpoint-card.module.css';
import { Ago, At } from './time';

/** An endpoint's grant and use. */
export function EndpointFacts({ endpoint }: { endpoint: EndpointCard }) {
  return (
    <dl className={styles.facts}>
      <div>
        <dt>Queues</dt>
        <dd>{endpoint.queues.join(', ')}</dd>
      </div>
      <div>
        <dt>Verbs</dt>
        <dd>{endpoint.verbs.join(', ')}</dd>
      </div>
      <div>
        <dt>Id</dt>
        <dd>
          <code>{endpoint.id}</code> <CopyButton text={endpoint.id} label="Copy id" />
        </dd>
      </div>
      <div>
        <dt>Credential</dt>
        <dd>
          <code>{endpoint.tokenPrefix}…</code>
        </dd>
      </div>
      <div>
        <dt>Last call</dt>
        <dd>
          {endpoint.lastSeen ? <Ago at={endpoint.lastSeen} /> : 'none yet'}
          {endpoint.lastClient && `, ${endpoint.lastClient}`}
        </dd>
      </div>
      {endpoint.lastRefused && (
        <div>
          <dt>Last refused call</dt>
          <dd>
            <code>{endpoint.lastRefused.verb}</code> was <code>{endpoint.lastRefused.code}</code>,{' '}
            <Ago at={endpoint.lastRefused.at} />: {endpoint.lastRefused.remedy}
          </dd>
        </div>
      )}
      <div>
        <dt>{endpoint.revoked ? 'Revoked' : 'Expires'}</dt>
        <dd>
          <End endpoint={endpoint} />
        </dd>
      </div>
    </dl>
  );
}

function End({ endpoint }: { endpoint: EndpointCard }) {
  const end = endpoint.revoked ?? endpoint.expires;
  return end ? <At at={end} /> : 'never';
}
