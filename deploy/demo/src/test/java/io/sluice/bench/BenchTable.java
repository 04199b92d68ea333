package io.sluice.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Collects the figures of a run, and prints each as it comes. */
final class BenchTable {
  private final List<Figure> figures = new ArrayList<>();

  /**
   * Holds one figure.
   *
   * @param most the goal: at most this
   * @param binding whether to miss the goal fails the run
   */
  record Figure(
      String row, String what, double value, String unit, Optional<Double> most, boolean binding) {
    boolean met() {
      return most.isEmpty() || value <= most.get();
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "FIGURE %-16s %-60s %10s %-4s%s",
          row,
          what,
          number(value),
          unit,
          most.map(goal -> " goal " + number(goal) + (met() ? " ok" : " MISSED")).orElse(""));
    }

    static String number(double value) {
      return String.format(
          Locale.ROOT, value >= 100 || value == Math.rint(value) ? "%.0f" : "%.2f", value);
    }
  }

  /** Adds a figure that has no goal. */
  void shown(String row, String what, double value, String unit) {
    add(new Figure(row, what, value, unit, Optional.empty(), false));
  }

  /** Adds a figure whose goal depends on the machine. */
  void goal(String row, String what, double value, String unit, double most) {
    add(new Figure(row, what, value, unit, Optional.of(most), false));
  }

  /** Adds a ratio or a count, which must hold on any machine. */
  void must(String row, String what, double value, String unit, double most) {
    add(new Figure(row, what, value, unit, Optional.of(most), true));
  }

  private void add(Figure figure) {
    figures.add(figure);
    System.out.println(figure);
  }

  void note(String row, Object text) {
    System.out.println("NOTE   " + row + ": " + text);
  }

  /** Returns a figure that was measured before. */
  Optional<Double> value(String row, String what) {
    return figures.stream()
        .filter(figure -> figure.row().equals(row) && figure.what().equals(what))
        .map(Figure::value)
        .findFirst();
  }

  List<Figure> figures() {
    return List.copyOf(figures);
  }

  static double percentile(List<Double> values, int percent) {
    List<Double> sorted = values.stream().sorted().toList();
    return sorted.get(Math.min(sorted.size() - 1, sorted.size() * percent / 100));
  }
}
