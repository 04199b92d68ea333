package io.sluice.tools.document;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * A document that has a schema in deploy/schemas: its components are its fields, in their order.
 */
@JsonPropertyOrder({"apiVersion", "kind"})
public interface Document {
  /** Changes when a program that reads the documents would have to. */
  @JsonProperty
  default String apiVersion() {
    return "sluice.io/v1alpha1";
  }

  @JsonProperty
  String kind();
}
