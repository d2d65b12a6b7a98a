export { NotFound as default } from '../_components/not-found';
