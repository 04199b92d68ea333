package io.sluice.hub.informer;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.fabric8.kubernetes.api.model.FieldsV1;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Parses the metadata of an object, with as much of its managed fields as is kept. */
final class MetadataParser {
  /**
   * Nobody has so many finalizers, owners or writers of a policy who does not want to fill the
   * memory.
   */
  private static final int MOST_ENTRIES = 1_000;

  /** All that is kept of the fields of a writer whose edits are dated: whether it owns the spec. */
  private static final FieldsV1 SPEC = new FieldsV1();

  static {
    SPEC.setAdditionalProperty("f:spec", Map.of());
  }

  private MetadataParser() {}

  /** Parses the value at which the parser stands. */
  static ObjectMeta parse(JsonParser json, ManagedFields kept) throws IOException {
    ObjectMeta meta = new ObjectMeta();
    if (json.currentToken() != JsonToken.START_OBJECT) {
      json.skipChildren();
      return meta;
    }
    for (String key = json.nextFieldName(); key != null; key = json.nextFieldName()) {
      json.nextToken();
      if (json.currentToken() != JsonToken.VALUE_NULL) {
        field(meta, key, json, kept);
      }
    }
    return meta;
  }

  private static void field(ObjectMeta meta, String key, JsonParser json, ManagedFields kept)
      throws IOException {
    switch (key) {
      case "name" -> meta.setName(TreeParser.shared(json.getText()));
      case "namespace" -> meta.setNamespace(TreeParser.shared(json.getText()));
      case "uid" -> meta.setUid(json.getText());
      case "resourceVersion" -> meta.setResourceVersion(json.getText());
      case "generation" -> meta.setGeneration(json.getLongValue());
      case "creationTimestamp" -> meta.setCreationTimestamp(TreeParser.shared(json.getText()));
      case "deletionTimestamp" -> meta.setDeletionTimestamp(json.getText());
      case "deletionGracePeriodSeconds" -> meta.setDeletionGracePeriodSeconds(json.getLongValue());
      case "generateName" -> meta.setGenerateName(json.getText());
      case "selfLink" -> meta.setSelfLink(json.getText());
      case "labels" -> meta.setLabels(TreeParser.texts(json));
      case "annotations" -> meta.setAnnotations(TreeParser.texts(json));
      case "finalizers" -> meta.setFinalizers(list(json, String.class));
      case "ownerReferences" -> meta.setOwnerReferences(list(json, OwnerReference.class));
      case "managedFields" -> meta.setManagedFields(managed(json, kept));
      default -> meta.setAdditionalProperty(key, TreeParser.value(json));
    }
  }

  private static <T> List<T> list(JsonParser json, Class<T> type) throws IOException {
    List<T> list = new ArrayList<>(1);
    if (json.currentToken() != JsonToken.START_ARRAY) {
      json.skipChildren();
      return list;
    }
    while (json.nextToken() != JsonToken.END_ARRAY) {
      T entry = json.readValueAs(type);
      // Intent is attributed by all entries of writers.
      if (type == ManagedFieldsEntry.class || list.size() < MOST_ENTRIES) {
        list.add(entry);
      }
    }
    return list;
  }

  private static List<ManagedFieldsEntry> managed(JsonParser json, ManagedFields kept)
      throws IOException {
    if (kept == ManagedFields.NONE || json.currentToken() != JsonToken.START_ARRAY) {
      json.skipChildren();
      return new ArrayList<>(0);
    }
    if (kept == ManagedFields.ALL) {
      return list(json, ManagedFieldsEntry.class);
    }
    List<ManagedFieldsEntry> entries = new ArrayList<>(2);
    while (json.nextToken() != JsonToken.END_ARRAY) {
      ManagedFieldsEntry entry = write(json);
      if (entries.size() < MOST_ENTRIES) {
        entries.add(entry);
      }
    }
    return entries;
  }

  private static ManagedFieldsEntry write(JsonParser json) throws IOException {
    ManagedFieldsEntry entry = new ManagedFieldsEntry();
    for (String key = json.nextFieldName(); key != null; key = json.nextFieldName()) {
      json.nextToken();
      switch (key) {
        case "time" -> entry.setTime(TreeParser.shared(json.getText()));
        case "subresource" -> entry.setSubresource(TreeParser.shared(json.getText()));
        case "manager" -> entry.setManager(TreeParser.shared(json.getText()));
        case "fieldsV1" -> entry.setFieldsV1(ownsSpec(json) ? SPEC : null);
        default -> json.skipChildren();
      }
    }
    return entry;
  }

  private static boolean ownsSpec(JsonParser json) throws IOException {
    boolean owns = false;
    if (json.currentToken() != JsonToken.START_OBJECT) {
      json.skipChildren();
      return false;
    }
    for (String key = json.nextFieldName(); key != null; key = json.nextFieldName()) {
      json.nextToken();
      json.skipChildren();
      owns |= key.equals("f:spec");
    }
    return owns;
  }
}
