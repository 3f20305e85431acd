import { useLocation, useNavigate } from 'react-router-dom';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';

/** One step back, or to the list if the visit began on this page. */
export function BackButton() {
  const navigate = useNavigate();
  // The router's key for the first entry of a visit; it survives a reload.
  const isFirst = useLocation().key === 'default';
  return (
    <Button
      look="bare"
      className="-ml-3 justify-self-start text-muted"
      onClick={() => (isFirst ? navigate('/learnings') : navigate(-1))}
    >
      <Icon name="back" className="size-4" />
      Back
    </Button>
  );
}
