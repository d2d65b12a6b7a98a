export { Frame as default } from '../_components/frame';
