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
 * Says when clusters may start, for the Rollouts of a namespace that name it (between-waves 2).
 *
 * <p>The CRD is generated from this type. A column shows the first of a list alone: an API server
 * prints no more.
 */
@Group("cluster.open-cluster-management.io")
@Version("v1beta1")
@Kind("RolloutCalendar")
@Plural("rolloutcalendars")
@Singular("rolloutcalendar")
@ShortNames("plcrocal")
@Categories("sluice")
@JsonClassDescription(
    "Says when clusters may start, for the Rollouts of its namespace that name it.")
@AdditionalPrinterColumn(name = "Zone", jsonPath = ".spec.timeZone")
@AdditionalPrinterColumn(name = "First window", jsonPath = ".spec.windows[0].name")
@AdditionalPrinterColumn(name = "First freeze", jsonPath = ".spec.freezes[0].name")
@AdditionalPrinterColumn(
    name = "Age",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
@JsonIgnoreProperties(ignoreUnknown = true)
public final class NamespaceCalendar extends CustomResource<CalendarSpec, Void>
    implements Namespaced {}
