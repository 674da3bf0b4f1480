module outrider.dev/outrider

go 1.26

require outrider.dev/sdk v0.0.0

replace outrider.dev/sdk => ./sdk
