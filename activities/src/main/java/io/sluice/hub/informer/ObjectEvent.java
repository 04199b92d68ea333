package io.sluice.hub.informer;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;

/**
 * Holds an event of a watch.
 *
 * @param type {@code ADDED}, {@code MODIFIED}, {@code DELETED}, {@code BOOKMARK} or {@code ERROR}
 * @param object as it is now, or was last; of an error, a Status
 */
record ObjectEvent(String type, GenericKubernetesResource object) {}
