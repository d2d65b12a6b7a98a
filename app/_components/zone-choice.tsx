'use client';

import { useEffect, useState } from 'react';
import controls from './controls.module.css';

interface ZoneChoiceProps {
  readonly zones: readonly string[];
  readonly chosen: string;
}

/** The zone that full times are written in. Works without script; with it, the browser's own zone is one click away. */
export function ZoneChoice({ zones, chosen }: ZoneChoiceProps) {
  const [own, setOwn] = useState<string>();

  useEffect(() => setOwn(new Intl.DateTimeFormat().resolvedOptions().timeZone), []);

  return (
    <div className={controls.form}>
      <form method="post" action="/zone" className={controls.field}>
        <label htmlFor="zone">Time zone</label>
        <div className={controls.row}>
          <select id="zone" name="zone" defaultValue={chosen} className={`${controls.select} ${controls.short}`}>
            {!zones.includes(chosen) && <option>{chosen}</option>}
            {zones.map((zone) => (
              <option key={zone}>{zone}</option>
            ))}
          </select>
          <button type="submit" className={controls.button}>
            Use this zone
          </button>
        </div>
        <p className={controls.hint}>Full times are written in it. The API, the log and the CLI stay with UTC.</p>
      </form>
      {own !== undefined && own !== chosen && (
        <form method="post" action="/zone">
          <button type="submit" name="zone" value={own} className={controls.button}>
            Use {own}, as this browser does
          </button>
        </form>
      )}
    </div>
  );
}
