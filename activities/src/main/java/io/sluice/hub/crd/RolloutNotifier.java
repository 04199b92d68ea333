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
 * Says whom to tell of what happens in the Rollouts of a namespace (between-waves 5).
 *
 * <p>The CRD is generated from this type. A column shows the first of a list alone: an API server
 * prints no more.
 */
@Group("cluster.open-cluster-management.io")
@Version("v1beta1")
@Kind("RolloutNotifier")
@Plural("rolloutnotifiers")
@Singular("rolloutnotifier")
@ShortNames("plcronot")
@Categories("sluice")
@JsonClassDescription(
    "Says whom to tell of what happens in the Rollouts of its namespace: all, or those of the"
        + " policies that it selects.")
@AdditionalPrinterColumn(name = "Format", jsonPath = ".spec.format")
@AdditionalPrinterColumn(name = "First event", jsonPath = ".spec.events[0]")
@AdditionalPrinterColumn(
    name = "Age",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
@JsonIgnoreProperties(ignoreUnknown = true)
public final class RolloutNotifier extends CustomResource<RolloutNotifierSpec, Void>
    implements Namespaced {}
