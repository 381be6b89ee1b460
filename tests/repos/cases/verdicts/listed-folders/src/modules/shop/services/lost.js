export default function lost() {}
