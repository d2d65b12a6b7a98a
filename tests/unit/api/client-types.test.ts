import { clientTypes } from 'switchboard-openapi-client';
import { expect, it } from 'vitest';
import { openApiDocument } from '@/lib/api/openapi';

it('the types of the generated client are those of the API as it is (vitest -u makes them anew)', async () => {
  const types = await clientTypes(openApiDocument({ baseUrl: 'https://board.example', version: '1' }));
  await expect(types).toMatchFileSnapshot('../../openapi/operator-api.d.ts');
});
