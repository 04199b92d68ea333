package io.sluice.replay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.workflow.RolloutResult;
import io.temporal.api.failure.v1.Failure;
import io.temporal.common.converter.DataConverter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;

/**
 * One command of a run: its kind, and the judgement in its content.
 *
 * <p>Both sides of a comparison are made by the same methods here, from the history and from the
 * code.
 */
record Command(String what, JsonNode judged) {
  static Command activity(String type, JsonNode input) {
    return new Command("activity " + type, input);
  }

  static Command timer(Duration duration) {
    return new Command("timer", JudgementFilter.of(duration.toString()));
  }

  static Command searchAttributes(JsonNode attributes) {
    return new Command("search attributes", attributes);
  }

  static Command continueAsNew(JsonNode input) {
    return new Command("continue-as-new", input);
  }

  static Command result(JsonNode result) {
    return new Command("result", result);
  }

  static Command canceled() {
    return new Command("cancellation", MissingNode.getInstance());
  }

  /** The kinds of a failure and of its causes, and the result in its details. */
  static Command failure(Failure failure, DataConverter converter) {
    ObjectNode judged = JsonNodeFactory.instance.objectNode();
    judged.put("kind", failure.getFailureInfoCase().name());
    if (failure.hasApplicationFailureInfo()) {
      judged.put("type", failure.getApplicationFailureInfo().getType());
      failure
          .getApplicationFailureInfo()
          .getDetails()
          .getPayloadsList()
          .forEach(
              payload ->
                  judged
                      .withArray("details")
                      .add(JudgementFilter.of(payload, RolloutResult.class, converter)));
    }
    if (failure.hasCause()) {
      judged.set("cause", failure(failure.getCause(), converter).judged());
    }
    return new Command("failure", judged);
  }

  /** Describes each difference of the other command from this one. */
  List<String> deviations(Command now) {
    if (!what.equals(now.what)) {
      return List.of("expected %s, actual %s".formatted(what, now.what));
    }
    List<String> found = new ArrayList<>();
    compare("", judged, now.judged, found);
    return found;
  }

  private static void compare(String path, JsonNode was, JsonNode is, List<String> found) {
    if (was.isObject() && is.isObject()) {
      TreeSet<String> names = new TreeSet<>();
      for (Iterator<String> each = was.fieldNames(); each.hasNext(); names.add(each.next())) {}
      for (Iterator<String> each = is.fieldNames(); each.hasNext(); names.add(each.next())) {}
      names.forEach(name -> compare(path + "/" + name, was.path(name), is.path(name), found));
    } else if (was.isArray() && is.isArray() && was.size() == is.size()) {
      for (int place = 0; place < was.size(); place++) {
        compare(path + "/" + place, was.get(place), is.get(place), found);
      }
    } else if (!was.equals(is)) {
      found.add(
          "%sexpected %s, actual %s"
              .formatted(path.isEmpty() ? "" : path + ": ", shown(was), shown(is)));
    }
  }

  private static String shown(JsonNode node) {
    return node.isMissingNode() ? "nothing" : node.toString();
  }
}
