import { useLocation, useNavigate } from 'react-router-dom';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';

/** One step back, or to the list where this page is the first of the visit. */
export function BackButton() {
  const navigate = useNavigate();
  // The router's key of the entry that a visit begins with; it survives a reload.
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
