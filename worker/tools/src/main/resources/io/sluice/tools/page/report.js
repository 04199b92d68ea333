'use strict';
sluice.load(JSON.parse(document.getElementById('data').textContent));
