/** Whatever is not there under /api is a plain 404, never a page. */
function notFound(): Response {
  return Response.json({ error: { code: 'not_found', message: 'There is no such route.' } }, { status: 404 });
}

export {
  notFound as DELETE,
  notFound as GET,
  notFound as HEAD,
  notFound as OPTIONS,
  notFound as PATCH,
  notFound as POST,
  notFound as PUT,
};
