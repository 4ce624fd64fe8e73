import type { Service } from '@curbwrench/contract/services';
import { useMechanics } from '../mechanics/queries.ts';
import { useServices } from './queries.ts';
import { ServiceDialog } from './service-dialog.tsx';

interface EditServiceProps {
  service: Service | null;
  onClose: () => void;
}

/** The service form with the skills that are known here, so that none is misspelt. */
export function EditService(props: EditServiceProps) {
  const { data: mechanics = [] } = useMechanics();
  const { data: services = [] } = useServices();
  const skills = new Set([
    ...mechanics.flatMap((mechanic) => mechanic.skills),
    ...services.flatMap(({ skill }) => skill ?? []),
  ]);
  return <ServiceDialog {...props} knownSkills={[...skills].toSorted()} />;
}
