package importer

import "outrider.dev/sdk/csvfile"

// heads are what the columns are called in the product's languages, by the fields of the API, in lower case.
var heads = csvfile.Words{
	"vehicle_name": {"name", "vehicle", "vehicle name", "fahrzeug", "fahrzeugname", "nombre", "vehículo", "nom", "véhicule", "naam", "voertuig"},
	"vehicle_type": {"type", "vehicle type", "typ", "fahrzeugtyp", "tipo", "soort"},
	"group":        {"group", "node", "depot", "gruppe", "grupo", "groupe", "groep"},
	"make":         {"make", "manufacturer", "brand", "marke", "hersteller", "marca", "marque", "merk"},
	"model":        {"model", "modell", "modelo", "modèle"},
	"fuel":         {"fuel", "fuel type", "kraftstoff", "combustible", "carburant", "brandstof"},
	"displacement": {"displacement", "displacement (cm³)", "engine size", "hubraum", "hubraum (cm³)", "cilindrada", "cilindrada (cm³)", "cylindrée", "cylindrée (cm³)", "cilinderinhoud", "cilinderinhoud (cm³)"},
	"year":         {"year", "year of make", "baujahr", "año", "année", "bouwjaar", "jaar"},
	"VIN":          {"vin", "fin", "fahrgestellnummer", "bastidor", "chassisnummer", "n.º de bastidor"},
	"notes":        {"notes", "comment", "comments", "notizen", "bemerkung", "notas", "remarques", "notities", "opmerkingen"},
	"key":          {"key", "registration", "registration number", "number plate", "fleet number", "license plate", "kennzeichen", "matrícula", "immatriculation", "kenteken"},
	"device_id":    {"device id", "device", "geräte-id", "gerät", "id del dispositivo", "dispositivo", "identifiant de l’appareil", "appareil", "apparaat-id", "apparaat"},
	"device_model": {"device model", "gerätemodell", "modelo del dispositivo", "modèle d’appareil", "apparaatmodel"},
}

// types are other words for the types of vehicles, in lower case.
var types = map[string]string{
	"pkw": "car", "auto": "car", "coche": "car", "voiture": "car",
	"transporter": "van", "furgoneta": "van", "fourgon": "van", "bestelwagen": "van",
	"lorry": "truck", "hgv": "truck", "lkw": "truck", "camión": "truck", "camion": "truck", "vrachtwagen": "truck",
	"motorcycle": "motorbike", "motorrad": "motorbike", "motocicleta": "motorbike", "moto": "motorbike", "motorfiets": "motorbike",
	"fahrrad": "bicycle", "bicicleta": "bicycle", "vélo": "bicycle", "fiets": "bicycle",
	"autobús": "bus", "coach": "bus",
	"school bus": "schoolbus", "schulbus": "schoolbus", "autobús escolar": "schoolbus", "bus scolaire": "schoolbus",
	"bin lorry": "bintruck", "garbage truck": "bintruck", "müllwagen": "bintruck", "camión de basura": "bintruck", "benne à ordures": "bintruck", "vuilniswagen": "bintruck",
}

// fuels are the words that screens have for fuels, in lower case; what is called else stays as it is written.
var fuels = map[string]string{
	"diesel": "diesel", "diésel": "diesel",
	"petrol": "petrol", "gasoline": "petrol", "benzin": "petrol", "gasolina": "petrol", "essence": "petrol", "benzine": "petrol",
	"electric": "electric", "elektro": "electric", "eléctrico": "electric", "électrique": "electric", "elektrisch": "electric",
	"hybrid": "hybrid", "híbrido": "hybrid", "hybride": "hybrid",
	"lpg": "lpg", "autogas": "lpg", "glp": "lpg", "gpl": "lpg",
	"cng": "cng", "erdgas": "cng", "gnc": "cng", "gnv": "cng",
	"hydrogen": "hydrogen", "wasserstoff": "hydrogen", "hidrógeno": "hydrogen", "hydrogène": "hydrogen", "waterstof": "hydrogen",
}
