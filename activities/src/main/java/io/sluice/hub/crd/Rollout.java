package io.sluice.hub.crd;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Singular;
import io.fabric8.kubernetes.model.annotation.Version;

/**
 * Shows where the rollout of one policy stands, and takes what people want of it (rollout-strategy
 * 5).
 *
 * <p>For reading. Sluice writes the status as a generic tree, so that fields of others survive.
 */
@Group("cluster.open-cluster-management.io")
@Version("v1beta1")
@Kind("Rollout")
@Plural("rollouts")
@Singular("rollout")
@ShortNames("ro")
@JsonIgnoreProperties(ignoreUnknown = true)
public final class Rollout extends CustomResource<RolloutSpec, RolloutStatus>
    implements Namespaced {}
