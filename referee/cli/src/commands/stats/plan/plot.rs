//! Plots a curve with values from 0 to 1 as text.

/// Columns of the curve; together with the scale it is narrower than 80.
pub const COLUMNS: usize = 70;

/// Lines of the plot, including those of 0 and 1.
const LINES: usize = 11;

/// Plots one value for each column; the four labels are placed below at equal distances from end to end.
pub fn plot(curve: &[f64; COLUMNS], labels: &[String; 4], plain: bool) -> String {
    let (point, level, side, corner) = if plain {
        ('*', '-', '|', '+')
    } else {
        ('●', '─', '│', '└')
    };
    let mut text = String::new();
    for line in (0..LINES).rev() {
        let scale = match line % 5 {
            0 => format!("{:>5} %", 10 * line),
            _ => " ".repeat(7),
        };
        let row: String = curve
            .iter()
            .map(|value| if nearest(*value) == line { point } else { ' ' })
            .collect();
        text += &format!("{scale} {side}{}\n", row.trim_end());
    }
    text += &format!("{:8}{corner}{}\n", "", level.to_string().repeat(COLUMNS));
    let mut below = String::new();
    for (third, label) in labels.iter().enumerate() {
        // Each label is centred under its column, within the width of the plot.
        let centre = 9 + third * (COLUMNS - 1) / 3;
        let length = label.chars().count();
        let start = (centre + 1)
            .saturating_sub(length.div_ceil(2))
            .min(79 - length.min(79));
        let room = start.saturating_sub(below.chars().count());
        below += &format!("{}{label}", " ".repeat(room));
    }
    text + below.trim_end() + "\n"
}

/// Returns the line that is nearest to a value.
fn nearest(value: f64) -> usize {
    (0..LINES)
        .rev()
        .find(|&line| value >= (f64::from(u8::try_from(line).unwrap_or(0)) - 0.5) / 10.0)
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_is_drawn_in_80_columns() {
        let mut curve = [0.0; COLUMNS];
        curve[COLUMNS / 2..].fill(1.0);
        let labels = ["-5", "0", "5", "10"].map(str::to_owned);
        let text = plot(&curve, &labels, true);
        assert!(
            text.is_ascii() && text.lines().all(|line| line.len() <= 80),
            "{text}"
        );
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), LINES + 2);
        assert_eq!(
            lines[0],
            format!("  100 % |{}{}", " ".repeat(35), "*".repeat(35))
        );
        assert_eq!(lines[10], format!("    0 % |{}", "*".repeat(35)));
        assert!(lines[5].starts_with("   50 % |"));
        let at = |label: &str| lines[12].find(label);
        assert_eq!(
            (at("0"), at(" 5 "), at("10")),
            (Some(32), Some(54), Some(77))
        );
        let drawn = plot(&curve, &labels, false);
        assert!(drawn.contains('●') && drawn.contains('└'));
    }
}
