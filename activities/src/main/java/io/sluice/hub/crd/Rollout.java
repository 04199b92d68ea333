package io.sluice.hub.crd;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Categories;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Singular;
import io.fabric8.kubernetes.model.annotation.Version;

/**
 * Reports the rollout of one policy or template, and carries its approvals, pause and strategy
 * (rollout-strategy 5, lazy-activation 3).
 *
 * <p>The CRD is generated from this type. Sluice writes the status as a generic tree, so that
 * unknown fields survive.
 */
@Group("cluster.open-cluster-management.io")
@Version("v1beta1")
@Kind("Rollout")
@Plural("rollouts")
@Singular("rollout")
@ShortNames("plcro")
@Categories({"ocm", "sluice"})
@JsonClassDescription(
    "Reports the rollout of one policy, or of one template that Karmada's API propagates, and carries"
        + " its approvals, pause and strategy. Its name is policy-<name of the policy>,"
        + " binding-<name of the ResourceBinding> or clusterbinding-<name of the"
        + " ClusterResourceBinding>.")
@AdditionalPrinterColumn(name = "Phase", jsonPath = ".status.phase")
@AdditionalPrinterColumn(name = "Outcome", jsonPath = ".status.outcome")
@AdditionalPrinterColumn(name = "Progress", jsonPath = ".status.progress")
@AdditionalPrinterColumn(
    name = "Ready",
    jsonPath = ".status.conditions[?(@.type=='Ready')].status",
    priority = 1)
@AdditionalPrinterColumn(
    name = "Held",
    jsonPath = ".status.held.clusters",
    type = AdditionalPrinterColumn.Type.INTEGER,
    priority = 1)
@AdditionalPrinterColumn(name = "Waiting for", jsonPath = ".status.waitingFor", priority = 1)
@AdditionalPrinterColumn(
    name = "Override",
    jsonPath = ".status.conditions[?(@.type=='OverrideReleased')].message")
@AdditionalPrinterColumn(
    name = "Age",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
@JsonIgnoreProperties(ignoreUnknown = true)
public final class Rollout extends CustomResource<RolloutSpec, RolloutStatus>
    implements Namespaced {}
