import { useManifestText } from '../i18n';
import { useShellInfo } from '../session';
import { RemotePart } from './remote-part';
import { contributionsTo, type Contribution } from './slots';

export interface ExtensionSlotProps {
  /** The slot's name, as manifests write it. */
  name: string;
  /** Handed to every part. */
  props?: Record<string, unknown>;
  /** The only parts that are shown; all without it. */
  parts?: readonly Contribution[];
}

/** A place that other remotes fill: shows every contribution that the user may see, each within its own boundary. */
export function ExtensionSlot({ name, props, parts }: ExtensionSlotProps) {
  useShellInfo();
  const text = useManifestText();
  return (parts ?? contributionsTo(name)).map(({ plugin, remote, module, label }) => (
    <RemotePart key={`${plugin} ${module}`} address={{ remote, module }} {...(label ? { title: text(label) } : {})} {...(props ? { props } : {})} />
  ));
}
