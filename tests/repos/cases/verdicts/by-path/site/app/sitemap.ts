export default function SiteMap() {
  return [];
}

function oldMap() {
  return [];
}
