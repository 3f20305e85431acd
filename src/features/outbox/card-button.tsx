import { Button, type ButtonLook } from '../../ui/button.tsx';

/** A button of a card; its accessible name includes what the card is about. */
export function CardButton({
  about,
  look,
  onClick,
  children,
}: {
  about: string;
  look?: ButtonLook;
  onClick: () => void;
  children: string;
}) {
  return (
    <Button {...(look && { look })} onClick={onClick}>
      {children}
      <span className="sr-only"> {about}</span>
    </Button>
  );
}
