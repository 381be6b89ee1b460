class Rain extends React.Component { render() { return <i />; } }
module.exports = withRouter(inject("store")(Rain));
