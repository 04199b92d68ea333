package io.sluice.fleet;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * Lists the clusters that undo the repair of their replica, so that it is left alone for ten
 * minutes, and says whether the whole policy is (policy-propagation 8.1). The controller finds it
 * out, and notifies an open run whenever it changes.
 *
 * @param clusters by name
 * @param stopped whether so many undo theirs at the same time that another program must be writing
 *     there: nothing is written for the policy then
 */
@JsonInclude(JsonInclude.Include.NON_DEFAULT)
public record UndoneRepairs(List<String> clusters, boolean stopped) {
  public static final UndoneRepairs NONE = new UndoneRepairs(List.of(), false);

  public UndoneRepairs {
    clusters = List.copyOf(requireNonNullElse(clusters, List.of()));
  }

  /** Returns the clusters that are left alone, by name; none while the whole policy is. */
  public List<String> left() {
    return stopped ? List.of() : clusters;
  }
}
