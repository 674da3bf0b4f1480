import './styles';

// Shared modules are only there after an asynchronous step; everything else is behind it.
void import('./start/start');
