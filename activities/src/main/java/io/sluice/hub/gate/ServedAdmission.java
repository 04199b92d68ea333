package io.sluice.hub.gate;

/**
 * Says which policies of admission an API server has in version v1.
 *
 * @param validating those that refuse: Kubernetes 1.30 and later
 * @param mutating those that change what is written: Kubernetes 1.36 and later
 */
record ServedAdmission(boolean validating, boolean mutating) {}
