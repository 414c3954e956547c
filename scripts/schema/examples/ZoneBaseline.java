import com.example.edge.ZoneBaseline;
import com.example.edge.ZoneBaselineArgs;
import com.example.edge.inputs.BaselineRateLimitArgs;
import com.example.edge.inputs.BaselineRuleArgs;
import com.pulumi.Pulumi;

public final class App {
    public static void main(String[] args) {
        Pulumi.run(ctx -> {
            new ZoneBaseline("baseline", ZoneBaselineArgs.builder()
                .zoneId("9f1839b6152d298aca64c4e906b6d074")
                .logOnlyUntil("2027-01-31")
                .customRules(BaselineRuleArgs.builder()
                    .ref("secret-files")
                    .action("block")
                    .expression("http.request.uri.path contains \"/.git\"")
                    .build())
                .rateLimits(BaselineRateLimitArgs.builder()
                    .ref("login")
                    .expression("http.request.uri.path eq \"/login\"")
                    .requestsPerPeriod(20.0)
                    .build())
                .build());
        });
    }
}
