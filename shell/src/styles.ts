import '@outrider/sdk/styles/fonts.css';
import '@outrider/sdk/styles/tokens.css';
import '@outrider/sdk/styles/base.css';
import './loader.css';
