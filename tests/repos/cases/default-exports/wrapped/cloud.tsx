function Cloud() { return <i />; }
export default connect(select, { move })(Cloud);
