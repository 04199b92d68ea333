package io.sluice.hub.crd;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.generator.annotation.Required;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Singular;
import io.fabric8.kubernetes.model.annotation.Version;

/** Describes the kind Policy: what OCM ships, and the rollout strategy (policy-propagation 2.1). */
@Group("policy.open-cluster-management.io")
@Version("v1")
@Plural("policies")
@Singular("policy")
@ShortNames("plc")
@JsonClassDescription(
    "Wraps the resources of policy engines in order to bring them to managed clusters.")
@AdditionalPrinterColumn(name = "Remediation action", jsonPath = ".spec.remediationAction")
@AdditionalPrinterColumn(name = "Compliance state", jsonPath = ".status.compliant")
@AdditionalPrinterColumn(name = "Rollout status", jsonPath = ".status.rolloutStatus")
@AdditionalPrinterColumn(
    name = "Age",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
public final class Policy extends CustomResource<PolicySpec, PolicyStatus> implements Namespaced {
  @Required
  @Override
  public PolicySpec getSpec() {
    return super.getSpec();
  }
}
